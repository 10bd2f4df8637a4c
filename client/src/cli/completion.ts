import { Argument, type Command } from 'commander'
import { SOURCES } from '../generated/shapes.ts'
import { withExamples } from './options.ts'
import type { Shell } from './shell.ts'

/** `vacancy completion`: a shell script that completes commands, options and sources. */
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

/** A command by its path from the top: `/jobs/wait`. */
interface Node {
  path: string
  commands: Word[]
  options: (Word & { choices: readonly string[] })[]
  values: readonly string[]
  /** Whether it also takes the name of a hotel. */
  takesName: boolean
}

function nodesOf(command: Command, path = ''): Node[] {
  const commands = command.commands.map((each) => ({ word: each.name(), about: each.description() }))
  const options = command.options.flatMap(({ long, description, argChoices }) =>
    long ? [{ word: long, about: description, choices: argChoices ?? [] }] : [],
  )
  const [first] = command.registeredArguments
  const values = first?.name() === 'chain' ? SOURCES : (first?.argChoices ?? [])
  const takesName =
    /^(chain|hotels|name)$/.test(first?.name() ?? '') || path === '/compset' || path === '/matrix'
  const below = command.commands.flatMap((each) => nodesOf(each, `${path}/${each.name()}`))
  return [{ path, commands, options, values, takesName }, ...below]
}

function namedPaths(nodes: readonly Node[]): string[] {
  return nodes.filter(({ takesName }) => takesName).map(({ path }) => path)
}

function wordsOf({ commands, options, values }: Node): string[] {
  return [...commands.map(({ word }) => word), ...values, ...options.map(({ word }) => word), '--help']
}

function bashScript(nodes: readonly Node[]): string {
  const paths = nodes.map(({ path }) => path).filter(Boolean)
  const choices = nodes.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map((option) => `    '${path} ${option.word}') words='${option.choices.join(' ')}' ;;`),
  )
  return `_vacancy() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $before" in
${choices.join('\n')}
    *) case "$at" in
${nodes.map((node) => `      '${node.path}') words='${wordsOf(node).join(' ')}' ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case "$at" in
    ${namedPaths(nodes).join(' | ')})
      # Names of hotels, from two letters on.
      if [[ \${#COMPREPLY[@]} -eq 0 && \${#cur} -ge 2 && $cur != -* ]]; then
        local typed=\${cur//\\\\ / } name
        typed=\${typed#[\\"\\']}
        while IFS= read -r name; do COMPREPLY+=("$(printf '%q' "$name")"); done \\
          < <(vacancy hotels --names -- "$typed" 2>/dev/null)
      fi ;;
  esac
}
complete -o default -F _vacancy vacancy`
}

function zshScript(nodes: readonly Node[]): string {
  const paths = nodes.map(({ path }) => path).filter(Boolean)
  const described = (words: readonly Word[]) =>
    words.map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')
  const cases = nodes.map(({ path, commands, options, values }) => {
    const all = [...commands, ...values.map((word) => ({ word, about: '' })), ...options]
    return `    '${path}') candidates=(${described(all)}) ;;`
  })
  return `#compdef vacancy
_vacancy() {
  local at= i
  local -a candidates
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
      ${paths.map((path) => `(${path})`).join(' | ')}) at="$at/\${words[i]}" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case "$at" in
    ${namedPaths(nodes)
      .map((path) => `(${path})`)
      .join(' | ')})
      # Names of hotels, from two letters on.
      if (( \${#words[CURRENT]} >= 2 )) && [[ \${words[CURRENT]} != -* ]]; then
        local -a found=(\${(f)"$(vacancy hotels --names -- "\${(Q)words[CURRENT]}" 2>/dev/null)"})
        compadd -U -a found
      fi ;;
  esac
  _describe 'vacancy' candidates || _files
}
compdef _vacancy vacancy`
}

function fishScript(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, commands, options, values, takesName }) => {
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
    return [
      ...commands.map(({ word, about }) => line(`-f -a ${word}`, about)),
      ...(takesName
        ? [line(`-f -a ${quoted('(vacancy hotels --names -- (commandline -ct) 2>/dev/null)')}`, 'hotel')]
        : []),
      ...(values.length > 0 ? [line(`-f -a ${quoted(values.join(' '))}`, '')] : []),
      ...options.map(({ word, about, choices }) =>
        line(`-l ${word.slice(2)}${choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ''}`, about),
      ),
    ]
  })
  return lines.join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
