#include "requests.h"

#include <errno.h>
#include <unistd.h>

#include "device.h"
#include "log.h"
#include "reports.h"
#include "sensor.h"
#include "stream.h"

static void get_report(const struct uhid_get_report_req *rq)
{
	struct uhid_event ev = { .type = UHID_GET_REPORT_REPLY };
	struct uhid_get_report_reply_req *reply = &ev.u.get_report_reply;
	double v[3];

	sensor.n_get++;
	reply->id = rq->id;
	if (rq->rnum != REPORT_ID) {
		reply->err = EIO;
	} else if (rq->rtype == UHID_FEATURE_REPORT) {
		reply->size = feature_report(reply->data);
	} else if (rq->rtype == UHID_INPUT_REPORT) {
		motion_measure(&sensor.motion, v);
		reply->size = input_report(reply->data, v);
	} else {
		reply->err = EIO;
	}
	uhid_write(&ev);
}

static void set_report(const struct uhid_set_report_req *rq)
{
	struct uhid_event ev = { .type = UHID_SET_REPORT_REPLY };
	struct uhid_set_report_reply_req *reply = &ev.u.set_report_reply;
	bool ours = rq->rnum == REPORT_ID && rq->rtype == UHID_FEATURE_REPORT;

	sensor.n_set++;
	reply->id = rq->id;
	if (!ours || !feature_report_take(rq->data, rq->size))
		reply->err = EIO;
	uhid_write(&ev);
}

static void dispatch(const struct uhid_event *ev)
{
	switch (ev->type) {
	case UHID_START:
		sensor.kernel_started = true;
		note("kernel: start");
		break;
	case UHID_STOP:
		sensor.kernel_started = false;
		note("kernel: stop");
		break;
	case UHID_OPEN:
		sensor.opened = true;
		note("kernel: open");
		break;
	case UHID_CLOSE:
		sensor.opened = false;
		note("kernel: close");
		break;
	case UHID_GET_REPORT:
		get_report(&ev->u.get_report);
		break;
	case UHID_SET_REPORT:
		set_report(&ev->u.set_report);
		break;
	}
}

void from_kernel(void)
{
	struct uhid_event ev;

	if (read(sensor.fd, &ev, sizeof ev) <= 0)
		return;
	if (sensor.stalled && (ev.type == UHID_GET_REPORT || ev.type == UHID_SET_REPORT))
		return;                 /* firmware hang: let the host time out */
	dispatch(&ev);
	stream_update();
}
