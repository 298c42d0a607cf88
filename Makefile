# Build, install and take away again what a distribution installs; Debian's package does it by this too.
#
#   make                     the programs, by scripts/build
#   sudo make install        below /usr/local
#   make install PREFIX=/usr DESTDIR=/tmp/root
#   sudo make uninstall      all that was installed, and what it was given; /etc/folddaemon stays
#
# All but the configuration, which the programs read in /etc/folddaemon, lies below PREFIX, and what names a path is written
# for it. Where systemd or udev look elsewhere, unitdir, udevdir, sysusersdir and zshdir say where.
PREFIX ?= /usr/local
# Where the programs look for it, which no option changes; packages for image-based systems may lay it elsewhere first.
sysconfdir ?= /etc
bindir ?= $(PREFIX)/bin
unitdir ?= $(PREFIX)/lib/systemd/system
udevdir ?= $(PREFIX)/lib/udev
sysusersdir ?= $(PREFIX)/lib/sysusers.d
mandir ?= $(PREFIX)/share/man
docdir ?= $(PREFIX)/share/doc/folddaemon
bashdir ?= $(PREFIX)/share/bash-completion/completions
zshdir ?= $(PREFIX)/share/zsh/site-functions
fishdir ?= $(PREFIX)/share/fish/vendor_completions.d
# Where the sockets are, and the service's note.
rundir ?= /run
# Where the built programs are.
BUILT ?= .build/release

INSTALL ?= install
pages := $(sort $(wildcard docs/man/*.[1578]))
units := folddaemon.service folddaemon.socket folddaemon-control.socket fold-mqtt@.service
examples := $(sort $(wildcard examples/*))
documents := README.md CHANGELOG.md $(sort $(wildcard docs/*.md))
# put SOURCE,TARGET: installs a file that names paths, written for where they are.
put = sed -e 's|@bindir@|$(bindir)|g' -e 's|@udevdir@|$(udevdir)|g' $(1) >"$(DESTDIR)$(2)" && chmod 644 "$(DESTDIR)$(2)"

all:
	scripts/build

install:
	@test -x $(BUILT)/folddaemon || { echo "make install: $(BUILT) has no folddaemon; run make first" >&2; exit 66; }
	$(INSTALL) -d $(addprefix $(DESTDIR),$(bindir) $(unitdir) $(udevdir)/rules.d $(sysusersdir) $(docdir)/examples \
	  $(bashdir) $(zshdir) $(fishdir) $(sysconfdir)/folddaemon/folddaemon.conf.d)
	$(INSTALL) -m 755 $(BUILT)/folddaemon $(BUILT)/foldctl $(DESTDIR)$(bindir)
	$(call put,systemd/folddaemon.service.in,$(unitdir)/folddaemon.service)
	$(call put,systemd/fold-mqtt@.service.in,$(unitdir)/fold-mqtt@.service)
	$(INSTALL) -m 644 systemd/folddaemon.socket systemd/folddaemon-control.socket $(DESTDIR)$(unitdir)
	$(call put,systemd/70-folddaemon.rules.in,$(udevdir)/rules.d/70-folddaemon.rules)
	$(INSTALL) -m 755 systemd/folddaemon-attributes $(DESTDIR)$(udevdir)
	$(INSTALL) -m 644 systemd/folddaemon.sysusers $(DESTDIR)$(sysusersdir)/folddaemon.conf
	@# What its owner has changed stays.
	test -e $(DESTDIR)$(sysconfdir)/folddaemon/folddaemon.conf || \
	  $(INSTALL) -m 644 systemd/folddaemon.conf $(DESTDIR)$(sysconfdir)/folddaemon
	$(INSTALL) -m 644 completions/foldctl.bash $(DESTDIR)$(bashdir)/foldctl
	$(INSTALL) -m 644 completions/_foldctl $(DESTDIR)$(zshdir)
	$(INSTALL) -m 644 completions/foldctl.fish $(DESTDIR)$(fishdir)
	$(INSTALL) -m 644 $(documents) $(DESTDIR)$(docdir)
	$(INSTALL) $(examples) $(DESTDIR)$(docdir)/examples
	chmod 644 $(addprefix $(DESTDIR)$(docdir)/,$(filter %.md %.c,$(examples)))
	for page in $(pages); do \
	  $(INSTALL) -D -m 644 $$page $(DESTDIR)$(mandir)/man$${page##*.}/$${page##*/} || exit; \
	done

uninstall:
	@# Of this machine, and not of a root that is made for another one: the sensors that udev gave the service, and the folders
	@# that systemd made. A root without rights, or without sensors, keeps nothing else from going.
	$(if $(DESTDIR),,! test -x $(udevdir)/folddaemon-attributes || $(udevdir)/folddaemon-attributes --revoke || true)
	$(if $(DESTDIR),,rm -rf $(rundir)/folddaemon-daemon || true)
	$(if $(DESTDIR),,rmdir $(rundir)/folddaemon 2>/dev/null || true)
	rm -f $(addprefix $(DESTDIR)$(bindir)/,folddaemon foldctl) $(addprefix $(DESTDIR)$(unitdir)/,$(units)) \
	  $(DESTDIR)$(udevdir)/rules.d/70-folddaemon.rules $(DESTDIR)$(udevdir)/folddaemon-attributes \
	  $(DESTDIR)$(sysusersdir)/folddaemon.conf $(DESTDIR)$(bashdir)/foldctl $(DESTDIR)$(zshdir)/_foldctl \
	  $(DESTDIR)$(fishdir)/foldctl.fish \
	  $(foreach page,$(pages),$(DESTDIR)$(mandir)/man$(subst .,,$(suffix $(page)))/$(notdir $(page)))
	rm -rf $(DESTDIR)$(docdir)

.PHONY: all install uninstall
