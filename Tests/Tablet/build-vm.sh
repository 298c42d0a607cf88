#!/bin/bash
# Build the virtual tablet from Debian packages alone.
#
#   build-vm.sh                   build what is missing; nothing if nothing changed
#   build-vm.sh --clean           start over
#   build-vm.sh --host-packages   print the packages this machine needs for it
#
# Nothing is installed on this machine: packages are downloaded with apt-get
# and unpacked under $RIG_OUT.  Needs root (for a chroot), which it asks of sudo,
# and apt sources for Debian 12.
#
# Environment:
#   RIG_OUT        where everything goes
#                  (default: ${XDG_CACHE_HOME:-$HOME/.cache}/folddaemon/tablet)
#   RIG_BASE       another guest's RIG_OUT, whose tools, kernel and modules are
#                  taken where they are missing here
#   RIG_PACKAGES   more Debian packages for the guest, comma-separated
#   RIG_KEEP_DEBS=1       keep the downloaded packages
#   RIG_EXTRA_MODULES=0   do not build the IIO modules that Debian leaves out
#   RIG_SUITE      the guest's Debian release (default: this machine's own), for
#                  example trixie, for its newer iio-sensor-proxy and libiio;
#                  the kernel stays this machine's release's
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")" && pwd)
out=${RIG_OUT:-${XDG_CACHE_HOME:-$HOME/.cache}/folddaemon/tablet}
host_suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")
suite=${RIG_SUITE:-$host_suite}
extra_modules=${RIG_EXTRA_MODULES:-1}
host_packages="gcc libc6-dev make perl python3 xz-utils e2fsprogs"
packages=systemd,systemd-sysv,libpam-systemd,udev,dbus,kmod,procps,python3,socat
packages+=,libiio-utils,libinih1,iio-sensor-proxy,polkitd,i2c-tools,mosquitto,mosquitto-clients,sudo,make,dbus-user-session${RIG_PACKAGES:+,$RIG_PACKAGES}

say() {
	printf 'build-vm %4ds  %s\n' "$SECONDS" "$*" >&2
}

fail() {
	echo "build-vm.sh: $*" >&2
	exit 1
}

# ---- is there anything to do? -------------------------------------------------
case ${1:-} in
'' | --clean) ;;
--host-packages)
	echo "$host_packages"
	exit
	;;
*)
	sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2
	exit 2
	;;
esac

# What the image is made of, as one checksum.
stamp=$(
	cd "$here"
	{
		echo "$suite $packages $extra_modules"
		find build-vm.sh guest src -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
	} | sha256sum
)
mkdir -p "$out"
out=$(cd "$out" && pwd)
if [ "${1:-}" != --clean ] && [ -e "$out/root.img" ] && [ -e "$out/initrd.img" ] &&
	[ "$(cat "$out/.stamp" 2>/dev/null)" = "$stamp" ]; then
	say "nothing changed since the last build"
	exit
fi

# ---- can this machine do it? --------------------------------------------------
command -v apt-get >/dev/null || fail "needs a Debian 12 machine, with apt-get"
missing=
for c in gcc make perl python3 xz mke2fs; do
	command -v "$c" >/dev/null || missing+=" $c"
done
# Without a static libc, gcc only echoes the name it was asked for.
if [ -z "$missing" ] && [ "$(gcc -print-file-name=libc.a)" = libc.a ]; then
	missing=" libc.a"
fi
[ -z "$missing" ] || fail "this machine lacks$missing; as root: apt-get install $host_packages"
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null || fail "needs root for a chroot: run it as root, or install sudo"
	say "asking sudo for root"
	exec sudo -E env RIG_OUT="$out" bash "$here/build-vm.sh" "$@"
fi

umask 022
exec 9>"$out/.lock"
flock -n 9 || fail "another build is running"
rm -f "$out/.stamp"
if [ "${1:-}" = --clean ]; then
	find "$out" -mindepth 1 -maxdepth 1 ! -name .lock -exec rm -rf {} +
fi
mkdir -p "$out/debs/tools" "$out/debs/kernel"
for part in tools kernel extra; do
	if [ -n "${RIG_BASE:-}" ] && [ -e "$RIG_BASE/$part/.done" ] && [ ! -e "$out/$part/.done" ]; then
		rm -rf "${out:?}/$part"
		cp -al "$RIG_BASE/$part" "$out/" 2>/dev/null || { rm -rf "${out:?}/$part" && cp -a "$RIG_BASE/$part" "$out/"; }
	fi
done
apt="apt-get -y -q -o APT::Sandbox::User=root -o Debug::NoLocking=true"

# ---- tools: qemu, mmdebstrap, busybox; unpacked, not installed ----------------
if [ ! -e "$out/tools/.done" ]; then
	say "tools"
	# What apt would add to this machine is what has to be unpacked.  Upgrades
	# of packages already here are left out.
	list=$($apt install -s --no-install-recommends qemu-system-x86 |
		sed -nE 's/^Inst ([^ ]+) \([^[].*/\1/p')
	(cd "$out/debs/tools" && $apt download $list qemu-system-x86 mmdebstrap busybox-static >/dev/null)
	rm -rf "$out/tools"
	mkdir "$out/tools"
	for d in "$out"/debs/tools/*.deb; do
		dpkg -x "$d" "$out/tools"
	done
	touch "$out/tools/.done"
fi
tool=$out/tools

# ---- kernel: vmlinux and modules ----------------------------------------------
if [ ! -e "$out/kernel/.done" ]; then
	say "kernel"
	image=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-.*-amd64\)$/\1/p' | head -1)
	(cd "$out/debs/kernel" && $apt download "$image" >/dev/null)
	rm -rf "$out/kernel"
	mkdir "$out/kernel"
	dpkg -x "$out/debs/kernel/$image"_*.deb "$out/kernel"
	# The uncompressed ELF image boots by PVH, which saves seconds under TCG.
	python3 - "$out"/kernel/boot/vmlinuz-* "$out/kernel/vmlinux" <<-'EOF'
		import lzma, sys
		image = open(sys.argv[1], "rb").read()
		elf = lzma.LZMADecompressor().decompress(image[image.index(b"\xfd7zXZ\0"):])
		assert elf[:4] == b"\x7fELF"
		open(sys.argv[2], "wb").write(elf)
	EOF
	basename "$out"/kernel/lib/modules/* >"$out/kernel/release"
	dpkg-deb -f "$out/debs/kernel/$image"_*.deb Package Version >"$out/kernel/package"
	touch "$out/kernel/.done"
fi
release=$(cat "$out/kernel/release")

# ---- modules Debian does not build --------------------------------------------
recipe=$(sha256sum <"$here/src/build-extra-modules.sh")
if [ "$extra_modules" = 1 ] && [ "$(cat "$out/extra/.done" 2>/dev/null)" != "$recipe" ]; then
	say "extra modules"
	"$here/src/build-extra-modules.sh" "$out" "$release"
	echo "$recipe" >"$out/extra/.done"
fi

# ---- our own programs ---------------------------------------------------------
say "feeders"
rm -rf "$out/bin"
mkdir "$out/bin"
for n in uhid-accel i2c-accel; do
	gcc -O2 -Wall -Wextra -static -o "$out/bin/$n" "$here/src/$n"/*.c "$here/src/motion.c" -lm
done

# ---- root file system ---------------------------------------------------------
if [ "$(cat "$out/rootfs/.packages" 2>/dev/null)" != "$suite $packages" ]; then
	say "root file system"
	# This machine's package sources, with the release's name replaced.
	rm -rf "$out/sources"
	mkdir "$out/sources"
	find /etc/apt -name '*.list' -o -name '*.sources' | while read -r f; do
		sed "s/\b$host_suite\b/$suite/g" "$f" >"$out/sources/$(basename "$f")"
	done
	sources=$(find "$out/sources" -type f)
	rm -rf "$out/rootfs"
	PATH="$tool/usr/bin:$PATH" "$tool/usr/bin/mmdebstrap" --quiet --mode=root --variant=minbase \
		--include="$packages" --aptopt='APT::Sandbox::User "root"' \
		"$suite" "$out/rootfs" $sources
	echo "$suite $packages" >"$out/rootfs/.packages"
fi

say "configuration"
r=$out/rootfs
# Kernel modules: everything a sensor, input, USB-gadget or display test could
# want; leave out the bulk (real GPUs, network cards, sound, exotic storage).
rm -rf "$r/lib/modules"
mkdir -p "$r/lib/modules/$release"
(cd "$out/kernel/lib/modules/$release" && tar -c --exclude=kernel/sound \
	--exclude='kernel/drivers/gpu/drm/[a-uw-z]*/*' --exclude=kernel/drivers/net --exclude=kernel/drivers/media \
	--exclude=kernel/drivers/scsi --exclude=kernel/drivers/infiniband --exclude=kernel/drivers/staging \
	--exclude=kernel/drivers/ata --exclude=kernel/drivers/md --exclude=kernel/drivers/mtd \
	--exclude=kernel/drivers/nvme --exclude=kernel/drivers/isdn --exclude=kernel/drivers/target \
	--exclude=kernel/fs/xfs --exclude=kernel/fs/btrfs --exclude=kernel/fs/ocfs2 --exclude=kernel/fs/gfs2 \
	--exclude=kernel/fs/ceph --exclude=kernel/fs/smb --exclude=kernel/fs/nfsd --exclude=kernel/fs/jfs \
	--exclude=kernel/net/netfilter --exclude=kernel/net/ipv4 --exclude=kernel/net/ipv6 .) |
	tar -x -C "$r/lib/modules/$release"
if [ "$extra_modules" = 1 ]; then
	mkdir -p "$r/lib/modules/$release/extra"
	cp "$out"/extra/*.ko "$r/lib/modules/$release/extra/"
fi
cp "$out/kernel/boot/config-$release" "$r/boot/"
chroot "$r" depmod "$release"

rm -rf "$r/usr/lib/rig"
mkdir -p "$r/usr/lib/rig/bin" "$r/mnt/share"
install -m 755 "$here/guest/run" "$r/usr/lib/rig/run"
install -m 755 "$here"/guest/bin/* "$out"/bin/* "$r/usr/lib/rig/bin/"
install -m 644 "$here/guest/rig.service" "$here/guest/rig.target" "$r/etc/systemd/system/"
printf 'blacklist %s\n' kvm_amd kvm_intel powernow_k8 aesni_intel pcspkr psmouse iTCO_wdt serio_raw >"$r/etc/modprobe.d/rig.conf"
ln -sf rig.target "$r/etc/systemd/system/default.target"
echo rig >"$r/etc/hostname"
echo '127.0.0.1 localhost rig' >"$r/etc/hosts"
: >"$r/etc/fstab"
rm -f "$r/etc/machine-id"
echo 0123456789abcdef0123456789abcdef >"$r/etc/machine-id"
for u in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service \
	fstrim.timer systemd-timesyncd.service systemd-pstore.service systemd-update-utmp.service \
	systemd-random-seed.service systemd-journal-flush.service systemd-update-done.service \
	ldconfig.service systemd-hwdb-update.service systemd-firstboot.service systemd-binfmt.service \
	dev-hugepages.mount sys-fs-fuse-connections.mount sys-kernel-tracing.mount dev-mqueue.mount \
	console-getty.service getty.target modprobe@drm.service modprobe@loop.service \
	modprobe@dm_mod.service systemd-sysusers.service modprobe@efi_pstore.service modprobe@fuse.service \
	modprobe@configfs.service mosquitto.service; do
	ln -sf /dev/null "$r/etc/systemd/system/$u"
done

# ---- images -------------------------------------------------------------------
say "root image"
size=$(($(du -sm "$r" | cut -f1) * 5 / 4 + 256))
rm -f "$out/root.img"
mke2fs -q -F -t ext4 -O ^has_journal -m 0 -d "$r" "$out/root.img" "${size}M" >/dev/null

say "initramfs"
i=$out/initramfs
rm -rf "$i"
mkdir -p "$i/bin" "$i/dev" "$i/proc" "$i/root" "$i/modules"
cp "$tool/bin/busybox" "$i/bin/"
cp "$here/guest/init" "$i/init"
chmod 755 "$i/init"
# modules in load order, by way of the guest's own modprobe
for m in virtio_pci virtio_blk crc32c_generic ext4 virtio_console; do
	chroot "$r" modprobe -S "$release" --show-depends "$m"
done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r ko; do
	cp "$r$ko" "$i/modules/"
	basename "$ko"
done >"$i/modules/order"
(cd "$i" && find . | "$tool/bin/busybox" cpio -o -H newc 2>/dev/null) >"$out/initrd.img"

[ "${RIG_KEEP_DEBS:-0}" = 1 ] || rm -rf "$out/debs"
echo "$stamp" >"$out/.stamp"
say "done: $(tr '\n' ' ' <"$out/kernel/package"), root.img $(du -m "$out/root.img" | cut -f1) MiB, initrd $(du -k "$out/initrd.img" | cut -f1) KiB"
