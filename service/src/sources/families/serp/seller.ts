import type { Seller } from '../../source.ts'
import { urlsIn } from './partners.ts'
import type { Partner } from './profile.ts'

/** Who makes an offer. The link says more than the name; the hotel's own site is no agency, whatever its name. */
export function sellerOf(
  { source, official, link }: { source: string; official?: boolean | null; link?: string | null },
  partners: readonly Partner[],
): Seller {
  const name = source.trim()
  if (official === true) return { name, source: null, direct: true }
  const hosts = link ? urlsIn(link).map(({ hostname }) => hostname) : []
  const linked = partners.find(({ host }) => hosts.some((hostname) => host.test(hostname)))
  const named = partners.find((partner) => isNamed(partner, name))
  return { name, source: (linked ?? named)?.source ?? null, direct: false }
}

/** The engine names agencies by their brand (`Expedia`) or by their site (`Expedia.com`). */
function isNamed({ names, host }: Partner, name: string): boolean {
  const told = name.toLowerCase()
  return names.includes(told) || (told.includes('.') && host.test(told))
}
