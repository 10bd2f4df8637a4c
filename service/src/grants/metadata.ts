import type { Issuer } from './issuer.ts'

/** What agents can be allowed: free tools, and paid ones. */
export const AGENT_SCOPES = ['read', 'spend'] as const

/** RFC 8414. */
export function serverMetadata({ url }: Issuer) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    registration_endpoint: `${url}/oauth/register`,
    revocation_endpoint: `${url}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: AGENT_SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${url}/docs/mcp.md`,
  }
}

/** RFC 9728, of the tools at one of their addresses. */
export function resourceMetadata({ url }: Issuer, path: string) {
  return {
    resource: url + path,
    authorization_servers: [url],
    scopes_supported: AGENT_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Vacancy',
    resource_documentation: `${url}/docs/mcp.md`,
  }
}
