"""The README's section about installing, to the letter, as the person at the screen types it."""
import shutil
import subprocess

from sessions import Session, add_user, as_user, run
from tablet import SHARE

# Who owns the tablet, and has the right of sudo.
PERSON = "robin"
HOME = f"/home/{PERSON}"
CHECKOUT = HOME + "/folddaemon"


def blocks(section):
    """The commands of a section, a list for each of its blocks."""
    with open(SHARE + "/checkout/README.md") as file:
        text = file.read().split(f"\n## {section}\n")[1].split("\n## ")[0]
    found, is_inside = [], False
    for line in text.splitlines():
        if line.startswith("    "):
            if not is_inside:
                found.append([])
            found[-1].append(line[4:])
        is_inside = line.startswith("    ")
    return found


def block(start):
    """The block of the section that begins with that command."""
    matching = [commands for commands in blocks("Install") if commands[0] == start]
    assert len(matching) == 1, f"the README has {len(matching)} blocks that begin with '{start}'"
    return matching[0]


def move_in():
    """A person with a checkout, in which the programs and the package are built: the guest has no compiler."""
    add_user(PERSON)
    with open("/etc/sudoers.d/checks", "w") as file:
        file.write(f"{PERSON} ALL=(ALL) NOPASSWD: ALL\n")
    shutil.copytree(SHARE + "/checkout", CHECKOUT, symlinks=True)
    run("chown", "-R", f"{PERSON}:{PERSON}", CHECKOUT, check=True)


def session():
    """Them at the screen."""
    at_screen = Session(PERSON, 3)
    at_screen.activate()
    return at_screen


def types(command, seconds=240):
    """What a command writes that they type in the checkout; an error where it fails, or asks something."""
    result = subprocess.run(
        [*as_user(PERSON), "env", f"HOME={HOME}", "bash", "-o", "pipefail", "-c", command], cwd=CHECKOUT,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    assert result.returncode == 0, f"{command}: status {result.returncode}: {result.stdout}{result.stderr}"
    return result.stdout


def types_all(commands, but):
    """All of them, but for the one that builds, whose result must be there."""
    assert commands[0] == but, commands
    for command in commands[1:]:
        types(command)
