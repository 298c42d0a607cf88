# Completion of foldctl for bash: source it, or install it as
# /usr/share/bash-completion/completions/foldctl

_foldctl() {
    local commands="watch replay record calibrate status sensors get set version help"
    local fields="seq t fold roll pitch status tilt gravity orientation age effect hinge"
    local orientations="landscape-right landscape-left right-up left-up normal bottom-up"
    local keys="source sign matrix panel mode share rate always-on orientation gain deadzone smoothing level
        fold-socket control-socket clients exit-idle-time"
    local settable="orientation= gain= deadzone= smoothing= level= rate= matrix="
    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} list
    COMPREPLY=()
    # Bash takes --name=value and key=value for three words.
    if [[ $word == "=" ]]; then
        word=
    elif [[ $option == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi

    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$commands --help --version" -- "$word"))
        return
    fi
    case $option in
    --format) list="json csv plain" ;;
    --orientation)
        list=$orientations
        [[ $command != replay ]] || list="auto $orientations"
        ;;
    --rate) list="max 60 30 10 1" ;;
    --threshold) list="0.3,0.5" ;;
    --change) list="0.01 0.05" ;;
    --fields)
        # Each field once, after those that are there.
        local before=${word%"${word##*,}"} field
        for field in $fields; do [[ ",$before" == *",$field,"* ]] || list+=" $before$field"; done
        compopt -o nospace 2>/dev/null
        ;;
    --socket | --control | --output)
        _foldctl_files "$word"
        return
        ;;
    --exec)
        COMPREPLY=($(compgen -c -- "$word"))
        return
        ;;
    --count | --seconds | --notes) return ;;
    orientation) [[ $command != set ]] || list="auto $orientations" ;;
    esac
    # The other keys' values are numbers.
    if [[ $command == set && -z $list && "${COMP_WORDS[*]:COMP_CWORD - 1:2}" == *=* ]]; then return; fi
    if [[ -n $list ]]; then
        COMPREPLY=($(compgen -W "$list" -- "$word"))
        return
    fi

    case $command in
    watch)
        list="--status --threshold --rate --change --orientation --format --fields --exec --count --reconnect --socket"
        ;;
    replay) list="--format --fields --orientation --rate" ;;
    record) list="--force --notes --seconds --socket" ;;
    calibrate) list="--level --output --force --print --socket --control" ;;
    status) list="--watch --reconnect --report --json --socket --control" ;;
    sensors | version) list="--json --socket --control" ;;
    get) list="$keys --json --socket --control" ;;
    set)
        list="$settable --json --socket --control"
        [[ $word == -* ]] || compopt -o nospace 2>/dev/null
        ;;
    help) list=$commands ;;
    *) return ;;
    esac
    [[ $command == help ]] || list+=" --help"
    COMPREPLY=($(compgen -W "$list" -- "$word"))
    if [[ $command == re* && $word != -* ]]; then
        _foldctl_files "$word"
    fi
}

# Only where files are offered: what else is completed is not to be quoted as a name of a file is.
_foldctl_files() {
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$1"))
}
complete -F _foldctl foldctl
