import type { Element } from '../read-xml.ts'
import type { Segment } from './nights.ts'
import { at, attribute } from './xml.ts'

/** A room rate with its context. */
export interface Offer {
  roomStay: Element
  roomRate: Element
  /** Undefined if the room stay describes no plans. */
  plan: Element | undefined
}

/** A room rate with the nights of the stay that it prices. */
export interface Part extends Offer {
  segments: Segment[]
}

/** By the code list RPT; empty if not stated. */
export function planTypeOf({ roomRate, plan }: Offer): string {
  return (
    attribute(plan, 'RatePlanType') ??
    attribute(roomRate, 'RatePlanType') ??
    attribute(at(roomRate, 'Rates', 'Rate'), 'RateTypeCode') ??
    ''
  )
}

/** The text of a description: its name, its text, or both. */
export function textOf(paragraph: Element | undefined): string | undefined {
  const text = [attribute(paragraph, 'Name'), at(paragraph, 'Text')?.text].filter((part) => part).join(': ')
  return text === '' ? undefined : text.replace(/\s+/g, ' ').slice(0, 200)
}
