/** The address with `/v1` and without a trailing slash. Throws if it is not one that a call could be sent to. */
export function versioned(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl: ${baseUrl || 'an empty text'} is not the address of a service. Write it like https://rates.example.com.`,
    )
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl: Leave out the user name, the query and the fragment.')
  }
  const bare = baseUrl.replace(/\/+$/, '')
  return bare.endsWith('/v1') ? bare : `${bare}/v1`
}
