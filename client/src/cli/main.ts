#!/usr/bin/env node
import module from 'node:module'

// Older Nodes have none. What was compiled once need not be again.
module.enableCompileCache?.()
const { Command } = await import('commander')
const { addQueryCommands, forPeople, parse } = await import('./commands.ts')

/** The command as this package alone has it; the service has one that knows more. */
const program = forPeople(new Command('vacancy'))
const queries = await addQueryCommands(program, process.argv.slice(2))
process.exitCode = await parse(program, queries.end)
