# Completion of foldctl for fish: install it as
# /usr/share/fish/vendor_completions.d/foldctl.fish

set -l commands watch replay record calibrate status sensors get set version help
set -l orientations landscape-right landscape-left right-up left-up normal bottom-up
set -l fields seq t fold roll pitch status tilt gravity orientation age effect hinge
set -l keys source sign matrix panel mode share rate always-on orientation gain deadzone smoothing level \
    fold-socket control-socket clients exit-idle-time
set -l settable orientation= gain= deadzone= smoothing= level= rate= matrix=
set -l first "not __fish_seen_subcommand_from $commands"

complete -c foldctl -f
complete -c foldctl -n $first -a watch -d 'The fold as it changes'
complete -c foldctl -n $first -a replay -d 'The folds of a recording'
complete -c foldctl -n $first -a record -d 'A recording of what the sensor reads'
complete -c foldctl -n $first -a calibrate -d 'How the sensor sits, or what is level'
complete -c foldctl -n $first -a status -d 'How it stands with the daemon'
complete -c foldctl -n $first -a sensors -d 'Every IIO device, and why it is used or not'
complete -c foldctl -n $first -a get -d "The daemon's settings"
complete -c foldctl -n $first -a set -d 'A setting, changed at once for this run'
complete -c foldctl -n $first -a version -d 'The versions of foldctl and of the daemon'
complete -c foldctl -n $first -a help -d "A command's options"
complete -c foldctl -n $first -l version -d 'What this is'
complete -c foldctl -l help -d 'The options'

set -l watch '__fish_seen_subcommand_from watch'
complete -c foldctl -n $watch -l status -d 'The status, whenever it changes'
complete -c foldctl -n $watch -l threshold -x -a 0.3,0.5 -d 'Whether it is lifted'
complete -c foldctl -n $watch -l change -x -a '0.01 0.05' -d 'Only where the fold differs by this much'
complete -c foldctl -n $watch -l orientation -x -a "$orientations" -d 'How the screen is turned'
complete -c foldctl -n $watch -l exec -x -a '(__fish_complete_command)' -d 'Run a command at each line'
complete -c foldctl -n $watch -l count -x -d 'End after so many lines'
complete -c foldctl -n $watch -l reconnect -d 'Wait for a daemon that is not there'

set -l lines '__fish_seen_subcommand_from watch replay'
complete -c foldctl -n $lines -l format -x -a 'json csv plain' -d 'How lines look'
complete -c foldctl -n $lines -l fields -x -a "(__fish_complete_list , \"string split ' ' '$fields'\")" -d 'What they tell'
complete -c foldctl -n $lines -l rate -x -a 'max 60 30 10 1' -d 'Lines a second'

set -l replay '__fish_seen_subcommand_from replay'
complete -c foldctl -n $replay -l orientation -x -a "auto $orientations" -d 'Whatever the recording says'
complete -c foldctl -n $replay -F

set -l record '__fish_seen_subcommand_from record'
complete -c foldctl -n $record -l force -d 'Overwrite a file that exists'
complete -c foldctl -n $record -l notes -x -d 'What it shows'
complete -c foldctl -n $record -l seconds -x -d 'End after so many seconds'
complete -c foldctl -n $record -F

set -l calibrate '__fish_seen_subcommand_from calibrate'
complete -c foldctl -n $calibrate -l level -d 'One pose as level, instead of the matrix'
complete -c foldctl -n $calibrate -l output -r -F -d 'The drop-in to write'
complete -c foldctl -n $calibrate -l force -d 'Replace what was calibrated before'
complete -c foldctl -n $calibrate -l print -d 'Write to standard output only'
complete -c foldctl -n $calibrate -l control -r -F -d 'The control socket'

set -l state '__fish_seen_subcommand_from status'
complete -c foldctl -n $state -l watch -d 'What the sensor reads, again and again'
complete -c foldctl -n $state -l reconnect -d 'With --watch, wait for a daemon that is not there'
complete -c foldctl -n $state -l report -d 'All that a report of a fault needs'

set -l control '__fish_seen_subcommand_from status sensors get set version'
complete -c foldctl -n $control -l json -d 'The answer as it is'
complete -c foldctl -n $control -l control -r -F -d 'The control socket'
complete -c foldctl -n '__fish_seen_subcommand_from watch record calibrate status sensors get set version' \
    -l socket -r -F -d "The daemon's socket"
complete -c foldctl -n '__fish_seen_subcommand_from get' -a "$keys"
complete -c foldctl -n '__fish_seen_subcommand_from set' -a "$settable"
complete -c foldctl -n '__fish_seen_subcommand_from help' -a "$commands"
