/** An event in words. */
export interface Words {
  /** Whom or what it is about: a hotel and its nights, a job. */
  subject: string
  /** What happened, as the rest of a sentence after the subject and a colon. */
  what: string
  facts: readonly (readonly [label: string, value: string])[]
}

/** `24–26 Dec`, from check-in to check-out; with the year if it is not the year of the event. */
export function stayWords(night: string, los: number, at: string): string {
  const checkIn = new Date(`${night}T00:00:00Z`)
  const checkOut = new Date(checkIn.getTime() + los * 86_400_000)
  const [day, end] = [checkIn.getUTCDate(), dayWords(checkOut)]
  const year = checkOut.getUTCFullYear()
  const shown = year === new Date(at).getUTCFullYear() ? end : `${end} ${year}`
  return checkIn.getUTCMonth() === checkOut.getUTCMonth()
    ? `${day}–${shown}`
    : `${dayWords(checkIn)} – ${shown}`
}

export function dayWords(date: Date): string {
  const month = date.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).slice(0, 3)
  return `${date.getUTCDate()} ${month}`
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount)
}

export function points(figure: number): string {
  return `${number(figure)} points`
}

export function number(figure: number): string {
  return new Intl.NumberFormat('en-GB').format(figure)
}

/** Whole percents, unless they are small. */
export function percent(figure: number): string {
  return `${figure >= 1 ? Math.round(figure) : figure.toFixed(1)}%`
}
