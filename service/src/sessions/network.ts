import ipaddr from 'ipaddr.js'

/** The network that attempts are counted by: an IPv4 address, or the /64 of an IPv6 one, which one visitor usually owns. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const prefix = [...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)]
  return `${ipaddr.fromByteArray(prefix).toString()}/64`
}
