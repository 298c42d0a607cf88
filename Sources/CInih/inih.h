// The door to inih. Its switches are global variables, which Swift 6 will not touch; they are set here, once.
#pragma once
#include <ini.h>

// Values are taken whole: no cut at " ;", and no indented line that silently continues the one before.
static inline void inih_take_lines_as_they_stand(void) {
    ini_allow_inline_comments = false;
    ini_allow_multiline = false;
    ini_allow_bom = false;
    ini_stop_on_first_error = true;
}
