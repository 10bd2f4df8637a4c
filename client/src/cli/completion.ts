import { Argument, type Command } from 'commander'
import type { Kind } from './complete.ts'
import { withExamples } from './options.ts'
import type { Shell } from './shell.ts'

/** `vacancy completion`: a shell script that completes commands and options, and asks the server for the rest. */
export function add(program: Command, shell: Shell): void {
  const completion = program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action((name: 'bash' | 'zsh' | 'fish') => {
      const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
      shell.print(scripts[name](nodesOf(program)))
    })
  withExamples(
    completion,
    'completion bash > ~/.local/share/bash-completion/completions/vacancy',
    'completion zsh > "${fpath[1]}/_vacancy"',
    'completion fish > ~/.config/fish/completions/vacancy.fish',
  )
}

interface Word {
  word: string
  about: string
}

/** What an option can be: words that the command knows itself, or a kind that the server is asked for. */
interface Choice {
  choices: readonly string[]
  kind: Kind | null
}

/** A command by its path from the top: `/jobs/wait`. */
interface Node {
  path: string
  commands: Word[]
  options: (Word & Choice)[]
  /** Its first argument. */
  first: Choice
  /** Where it takes a hotel by its name. */
  named: 'first' | 'anywhere' | null
}

/** Asked for by the program, not by people. */
const UNSEEN = 'complete'

function nodesOf(command: Command, path = ''): Node[] {
  const subcommands = command.commands.filter((each) => each.name() !== UNSEEN)
  const commands = subcommands.map((each) => ({ word: each.name(), about: each.description() }))
  const options = command.options.flatMap(({ long, description, argChoices, hidden, required }) =>
    long && !hidden
      ? [
          {
            word: long,
            about: description,
            choices: argChoices ?? [],
            kind: required ? optionKind(path, long) : null,
          },
        ]
      : [],
  )
  const [argument] = command.registeredArguments
  const first = { choices: argument?.argChoices ?? [], kind: argumentKind(path, argument?.name() ?? '') }
  const hotel = command.registeredArguments.find(({ description }) => /hotel.s name/.test(description))
  const byName = hotel?.variadic || path === '/hotels' ? 'anywhere' : 'first'
  const named = hotel || path === '/hotels' ? byName : null
  const below = subcommands.flatMap((each) => nodesOf(each, `${path}/${each.name()}`))
  return [{ path, commands, options, first, named }, ...below]
}

/** What the first argument is, where that differs from any source. */
const CHAINS: Readonly<Record<string, Kind>> = {
  '/award': 'points',
  '/access': 'points',
  '/parity': 'compared',
  '/ids': 'mapped',
  '/ids/explain': 'mapped',
  '/ids/set': 'chains',
  '/ids/unset': 'chains',
}

const ARGUMENTS: Readonly<Record<string, Kind>> = {
  set: 'sets',
  schedule: 'schedules',
  watch: 'watches',
  job: 'jobs',
  board: 'boards',
  booking: 'bookings',
  feed: 'feeds',
  endpoint: 'endpoints',
  receipt: 'receipts',
}

function argumentKind(path: string, name: string): Kind | null {
  return name === 'chain' ? (CHAINS[path] ?? 'sources') : (ARGUMENTS[name] ?? null)
}

const OPTIONS: Readonly<Record<string, Kind>> = {
  '--chains': 'chains',
  '--channels': 'agencies',
  '--channel': 'agencies',
  '--live': 'engines',
  '--set': 'sets',
  '--endpoint': 'endpoints',
  '--watch': 'watches',
}

const CHAINS_OPTION: Readonly<Record<string, Kind>> = {
  '/hotels': 'sources',
  '/search': 'points',
  '/value': 'points',
}

function optionKind(path: string, long: string): Kind | null {
  return (long === '--chains' ? CHAINS_OPTION[path] : undefined) ?? OPTIONS[long] ?? null
}

function namedPaths(nodes: readonly Node[], where: Node['named']): string {
  const paths = nodes.filter(({ named }) => named === where).map(({ path }) => path)
  return ['/', ...paths].join(' | ')
}

/** Options with words to choose from. */
function choosing({ options }: Node) {
  return options.filter(({ choices, kind }) => choices.length > 0 || kind !== null)
}

function bashScript(nodes: readonly Node[]): string {
  const paths = nodes.map(({ path }) => path).filter(Boolean)
  const set = (words: readonly string[], { choices, kind }: Choice) =>
    `words='${[...words, ...choices].join(' ')}' kind='${kind ?? ''}'`
  const ofOptions = nodes.flatMap((node) =>
    choosing(node).map((option) => `    '${node.path} ${option.word}') ${set([], option)} given=0 ;;`),
  )
  const ofCommands = nodes.map(({ path, commands, options, first }) => {
    const words = [...commands, ...options].map(({ word }) => word)
    return `      '${path}') ${set([...words, '--help'], first)} ;;`
  })
  return `_vacancy() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at= words= kind= given=0 i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) at="$at/\${COMP_WORDS[i]}" given=0 ;;
      */-*) ;;
      *) given=$((given + 1)) ;;
    esac
  done
  case "$at $before" in
${ofOptions.join('\n')}
    *) case "$at" in
${ofCommands.join('\n')}
    esac ;;
  esac
  # What the server knows, for the first word after the command.
  [[ -n $kind && $given -eq 0 && $cur != -* ]] && words="$words $(vacancy complete "$kind" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  local named=
  case "$at" in
    ${namedPaths(nodes, 'first')}) [[ $given -eq 0 ]] && named=yes ;;
    ${namedPaths(nodes, 'anywhere')}) named=yes ;;
  esac
  # Names of hotels, from two letters on.
  if [[ -n $named && \${#COMPREPLY[@]} -eq 0 && \${#cur} -ge 2 && $cur != -* ]]; then
    local typed=\${cur//\\\\ / } name
    typed=\${typed#[\\"\\']}
    while IFS= read -r name; do COMPREPLY+=("$(printf '%q' "$name")"); done \\
      < <(vacancy hotels --names -- "$typed" 2>/dev/null)
  fi
}
complete -o default -F _vacancy vacancy`
}

function zshScript(nodes: readonly Node[]): string {
  const paths = nodes.map(({ path }) => path).filter(Boolean)
  const described = (words: readonly Word[]) =>
    words.map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')
  const plain = (words: readonly string[]) => words.map((word) => ({ word, about: '' }))
  const ofOptions = nodes.flatMap((node) =>
    choosing(node).map(
      ({ word, choices, kind }) =>
        `    '${node.path} ${word}') candidates=(${described(plain(choices))}) kind='${kind ?? ''}' given=0 ;;`,
    ),
  )
  const ofCommands = nodes.map(({ path, commands, options, first }) => {
    const all = [...commands, ...plain(first.choices), ...options]
    return `      '${path}') candidates=(${described(all)}) kind='${first.kind ?? ''}' ;;`
  })
  return `#compdef vacancy
_vacancy() {
  local at= kind= given=0 i
  local -a candidates
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
      ${paths.map((path) => `(${path})`).join(' | ')}) at="$at/\${words[i]}" given=0 ;;
      (*/-*) ;;
      (*) given=$((given + 1)) ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${ofOptions.join('\n')}
    *) case "$at" in
${ofCommands.join('\n')}
    esac ;;
  esac
  # What the server knows, for the first word after the command.
  if [[ -n $kind && $given -eq 0 && \${words[CURRENT]} != -* ]]; then
    candidates+=(\${(f)"$(vacancy complete $kind 2>/dev/null)"})
  fi
  local named=
  case "$at" in
    ${namedPaths(nodes, 'first')}) (( given == 0 )) && named=yes ;;
    ${namedPaths(nodes, 'anywhere')}) named=yes ;;
  esac
  # Names of hotels, from two letters on.
  if [[ -n $named ]] && (( \${#words[CURRENT]} >= 2 )) && [[ \${words[CURRENT]} != -* ]]; then
    local -a found=(\${(f)"$(vacancy hotels --names -- "\${(Q)words[CURRENT]}" 2>/dev/null)"})
    compadd -U -a found
  fi
  _describe 'vacancy' candidates || _files
}
compdef _vacancy vacancy`
}

function fishScript(nodes: readonly Node[]): string {
  const asking = (kind: Kind) => `(vacancy complete ${kind} 2>/dev/null)`
  const lines = nodes.flatMap(({ path, commands, options, first, named }) => {
    const [top, sub] = path.split('/').filter(Boolean)
    const names = commands.map(({ word }) => word).join(' ')
    const here = [
      top === undefined ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${top}`,
      ...(sub === undefined ? [] : [`__fish_seen_subcommand_from ${sub}`]),
      ...(top !== undefined && sub === undefined && names
        ? [`not __fish_seen_subcommand_from ${names}`]
        : []),
    ].join('; and ')
    const line = (rest: string, about: string) =>
      `complete -c vacancy -n ${quoted(here)} ${rest}${about ? ` -d ${quoted(about)}` : ''}`
    const offered = ({ choices, kind }: Choice) =>
      [...choices, ...(kind === null ? [] : [asking(kind)])].join(' ')
    return [
      ...commands.map(({ word, about }) => line(`-f -a ${word}`, about)),
      ...(named
        ? [line(`-f -a ${quoted('(vacancy hotels --names -- (commandline -ct) 2>/dev/null)')}`, 'hotel')]
        : []),
      ...(offered(first) ? [line(`-f -a ${quoted(offered(first))}`, '')] : []),
      ...options.map((option) => {
        const words = offered(option)
        return line(`-l ${option.word.slice(2)}${words ? ` -x -a ${quoted(words)}` : ''}`, option.about)
      }),
    ]
  })
  return lines.join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
