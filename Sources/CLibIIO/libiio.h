// The door to libiio, 0.24 (Debian 12) to 0.26 (Debian 13): the local backend's C interface.
#pragma once
#include <iio.h>
