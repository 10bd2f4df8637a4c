import { type Difference, DOUBT } from './doubts.ts'
import type { Bed } from './words/beds.ts'

type Bedding = readonly Bed[]

/** In what the beds of two names differ; null if in nothing. */
export function bedDifference(ours: readonly Bedding[], theirs: readonly Bedding[]): Difference | null {
  if (ours.length === 0 && theirs.length === 0) return null
  const doubt = ours.length === 0 || theirs.length === 0 ? DOUBT.beds : choiceDoubt(ours, theirs)
  return doubt === 0 ? null : { doubt, about: 'beds', ours: bedsText(ours), theirs: bedsText(theirs) }
}

/** A choice of beds is the same room as either, with a doubt. */
function choiceDoubt(ours: readonly Bedding[], theirs: readonly Bedding[]): number {
  let least = 1
  for (const our of ours) for (const their of theirs) least = Math.min(least, beddingDoubt(our, their))
  return least < 1 && ours.length !== theirs.length ? Math.max(least, DOUBT.bedChoice) : least
}

function beddingDoubt(ours: Bedding, theirs: Bedding): number {
  const [mine, yours] = [ours.filter(isMain), theirs.filter(isMain)]
  const main = mainDoubt(mine, yours)
  const isSameBeside = besideOf(ours) === besideOf(theirs)
  return isSameBeside ? main : 1 - (1 - main) * (1 - DOUBT.extraBed)
}

function mainDoubt(mine: Bedding, yours: Bedding): number {
  if (textOf(mine) === textOf(yours)) return 0
  if (mine.length === 0 || yours.length === 0) return DOUBT.beds
  const [many, others] = [countOf(mine), countOf(yours)]
  if (many !== others) return 1
  const types = new Set([...mine, ...yours].map(({ type }) => type))
  if (types.has('bed')) return DOUBT.beds
  // "Double" is any bed for two, and "twin" any two beds.
  if (many === 1) {
    if (!types.has('double') || types.has('single')) return 1
    return types.has('king') ? DOUBT.kingSize : DOUBT.queenSize
  }
  return mine.length === 1 && yours.length === 1 && types.has('single') ? DOUBT.twinBeds : 1
}

function isMain({ type }: Bed): boolean {
  return type === 'king' || type === 'queen' || type === 'double' || type === 'single' || type === 'bed'
}

function countOf(beds: Bedding): number {
  return beds.reduce((sum, { count }) => sum + count, 0)
}

function besideOf(beds: Bedding): string {
  return textOf(beds.filter((bed) => !isMain(bed)))
}

export function bedsText(choices: readonly Bedding[]): string | null {
  return choices.length === 0 ? null : choices.map(textOf).join(' or ')
}

function textOf(beds: Bedding): string {
  return beds
    .map(({ type, count }) => `${count} ${type === 'bed' ? '' : `${type} `}bed${count === 1 ? '' : 's'}`)
    .join(' and ')
}
