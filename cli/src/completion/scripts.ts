export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The hidden command that a shell calls with the words of the line. It prints one candidate per line. */
export const COMPLETE = '__complete';

/** The completion script of each shell. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // The script does not use `compgen -W`, which would run a command substitution in the name of an object. Other people
  // choose these names.
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
