/** Whether a host name or address always means this machine. IPv6 may have the brackets of an address. */
export function isLoopback(host: string): boolean {
  return /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
