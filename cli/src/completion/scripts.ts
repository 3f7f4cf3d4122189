export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The command that a shell calls with the words of the line. It prints one candidate per line. */
export const COMPLETE = '__complete';

/** What each shell needs to complete commands, options and names. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Names are chosen by other people, and `compgen -W` would run a command substitution in them.
  bash: `_paddock() {
  local word="\${COMP_WORDS[COMP_CWORD]}" candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ $candidate == "$word"* ]]; then COMPREPLY+=("$(printf %q "$candidate")"); fi
  done < <(paddock ${COMPLETE} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _paddock paddock
`,
  zsh: `#compdef paddock
_paddock() {
  local -a candidates
  candidates=("\${(@f)$(paddock ${COMPLETE} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a candidates
}
compdef _paddock paddock
`,
  fish: `complete -c paddock -f -a '(paddock ${COMPLETE} -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};
