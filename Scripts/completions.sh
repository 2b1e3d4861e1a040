#!/usr/bin/env bash
# Tries the completions of a samlkit in the shells that are installed here.
#
#   Scripts/completions.sh SAMLKIT
set -euo pipefail

[ $# -eq 1 ] || { echo 'completions: usage: Scripts/completions.sh SAMLKIT' >&2; exit 2; }
program=$(readlink -f "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/work" "$folder/work/captures"
ln -s "$program" "$folder/bin/samlkit"
touch "$folder/work/message.xml" "$folder/work/metadata.xml"
for shell in bash zsh fish; do
    "$program" --generate-completion-script $shell >"$folder/_samlkit.$shell"
done
mv "$folder/_samlkit.zsh" "$folder/_samlkit"
failures=0

# What a shell offers at the end of a line, a candidate a line.
offered_by_bash() {
    (
        cd "$folder/work"
        PATH=$folder/bin:$PATH bash --norc --noprofile -c '
            source "$1"
            read -ra COMP_WORDS <<<"$2"
            case $2 in *" ") COMP_WORDS+=("") ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=9
            COMPREPLY=()
            "$(complete -p samlkit | sed "s/.*-F \([^ ]*\) .*/\1/")" samlkit \
                "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf "%s\n" "${COMPREPLY[@]}"' completions "$folder/_samlkit.bash" "$1"
    )
}

offered_by_fish() {
    (
        cd "$folder/work"
        HOME=$folder PATH=$folder/bin:$PATH fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
            "$folder/_samlkit.fish" "$1" | cut -f 1
    )
}

# zsh completes only in a terminal: it is given one, and told to list instead of to insert.
offered_by_zsh() {
    (
        cd "$folder/work"
        HOME=$folder PATH=$folder/bin:$PATH zsh -f -c '
            zmodload zsh/zpty
            zpty -b shell "TERM=dumb PS1= zsh -f -i"
            zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w shell "LISTMAX=0; unsetopt beep; zstyle \":completion:*\" list-separator \"\""
            zpty -w shell "bindkey \"^X\" list-choices; print -r -- READY\${:-1}"
            zpty -r shell text "*READY1*" || exit 1
            zpty -n -w shell "$2"$'"'\\x18'"'
            for attempt in {1..40}; do
                sleep 0.25
                zpty -rt shell part && { text=$part; all+=$part; quiet=0; continue }
                [[ -n $all ]] && (( ++quiet > 7 )) && break
            done
            print -r -- "$all"
            zpty -d shell' completions "$folder" "$1" |
            tr -d '\r' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' | tr -s ' \t' '\n'
    )
}

# expect LINE WORD [NOT]: the line is completed to WORD, and not to NOT.
expect() {
    local shell offered
    for shell in bash zsh fish; do
        command -v $shell >/dev/null 2>&1 || continue
        offered=$(offered_by_$shell "$1")
        # A folder may have its slash.
        if ! grep -qxF -e "$2" -e "$2/" <<<"$offered"; then
            printf 'completions: %s: “%s” is not completed to %s\n' $shell "$1" "$2" >&2
            failures=$((failures + 1))
        fi
        if [ $# -gt 2 ] && grep -qxF -e "$3" <<<"$offered"; then
            printf 'completions: %s: “%s” is completed to %s\n' $shell "$1" "$3" >&2
            failures=$((failures + 1))
        fi
    done
}

tried=()
for shell in bash zsh fish; do
    command -v $shell >/dev/null 2>&1 || continue
    tried+=($shell)
    file=$folder/_samlkit.$shell
    [ $shell = zsh ] && file=$folder/_samlkit
    $shell -n "$file"
done

expect 'samlkit ' verify message.xml
expect 'samlkit ver' verify
expect 'samlkit verify --expl' --explain
expect 'samlkit verify m' message.xml
expect 'samlkit verify message.xml --trust m' metadata.xml
expect 'samlkit verify message.xml --policy ' legacy-sha1 metadata.xml
expect 'samlkit canonicalize --method ' exclusive
expect 'samlkit decode message.xml --output ' captures metadata.xml
expect 'samlkit batch ' captures
printf 'completions: tried in %s, %d failures\n' "${tried[*]}" $failures
[ $failures -eq 0 ]
