/** Code that checks the signature of a webhook. Each has a function of the raw body, the header and the secret. */
export const VERIFY_LANGUAGES = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'php', label: 'PHP' },
  { value: 'ruby', label: 'Ruby' },
  { value: 'go', label: 'Go' },
] as const

export type VerifyLanguage = (typeof VERIFY_LANGUAGES)[number]['value']

export const VERIFY_CODE: Readonly<Record<VerifyLanguage, string>> = {
  typescript: `import { verifyWebhook } from '@vacancy/client/webhooks'

export async function receive(request: Request): Promise<Response> {
  const header = request.headers.get('x-service-signature')
  // Throws if it is not from Vacancy.
  const event = await verifyWebhook(await request.text(), header, process.env.WEBHOOK_SECRET ?? '')
  console.info(event.type, event.id)
  return new Response(null, { status: 204 })
}`,
  python: `import os

from vacancy import verify_webhook


def receive(body: bytes, headers: dict[str, str]) -> int:
    # Raises WebhookVerificationError if it is not from Vacancy.
    event = verify_webhook(body, headers, os.environ["WEBHOOK_SECRET"])
    print(event["type"], event["id"])
    return 204`,
  php: `<?php

/** Throws if the webhook is not from Vacancy. Pass the body as it arrived. */
function verify_webhook(string $body, string $header, string $secret): array
{
    if ($secret === '') {
        throw new RuntimeException('The secret is empty.');
    }
    preg_match('/(?:^|,)t=(\\d+)/', $header, $time);
    preg_match_all('/(?:^|,)v1=([0-9a-f]+)/', $header, $signatures);
    $sent = $time[1] ?? '0';
    $expected = hash_hmac('sha256', $sent . '.' . $body, $secret);
    $fitting = array_filter($signatures[1], fn ($each) => hash_equals($expected, $each));
    if ($fitting === [] || abs(time() - (int) $sent) > 300) {
        throw new RuntimeException('The signature does not match.');
    }
    return json_decode($body, true);
}

$header = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
$event = verify_webhook(file_get_contents('php://input'), $header, getenv('WEBHOOK_SECRET'));
http_response_code(204);`,
  ruby: `require 'json'
require 'openssl'

# Raises if the webhook is not from Vacancy. Pass the body as it arrived.
def verify_webhook(body, header, secret)
  raise 'The secret is empty.' if secret.to_s.empty?

  sent = header[/(?:^|,)t=(\\d+)/, 1].to_s
  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{sent}.#{body}")
  signatures = header.scan(/(?:^|,)v1=(\\h{64})/).flatten
  fits = signatures.any? { |each| OpenSSL.fixed_length_secure_compare(expected, each) }
  raise 'The signature does not match.' unless fits && (Time.now.to_i - sent.to_i).abs <= 300

  JSON.parse(body)
end

# event = verify_webhook(request.raw_post, request.headers['X-Service-Signature'].to_s, ENV['WEBHOOK_SECRET'])`,
  go: `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Verify tells whether a webhook is from Vacancy. Pass the body as it arrived, and the header X-Service-Signature.
func Verify(body []byte, header, secret string) error {
	if secret == "" {
		return errors.New("the secret is empty")
	}
	var sent string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		if name == "t" {
			sent = value
		} else if signature, err := hex.DecodeString(value); name == "v1" && err == nil {
			signatures = append(signatures, signature)
		}
	}
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return errors.New("the webhook is too old")
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(sent + "."))
	mac.Write(body)
	for _, signature := range signatures {
		if hmac.Equal(signature, mac.Sum(nil)) {
			return nil
		}
	}
	return errors.New("the signature does not match")
}`,
}
