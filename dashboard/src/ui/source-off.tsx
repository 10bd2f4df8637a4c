/** For sets and schedules whose hotels cannot be asked about. */
export function SourceOff({ of }: { of: { attention: string | null } }) {
  if (of.attention !== 'source_disabled') return null
  return (
    <p className="caution" role="status">
      A source of these hotels is switched off or removed by the operator of this service. Its hotels cannot
      be asked about until it is back; what was fetched stays readable under Jobs.
    </p>
  )
}
