import type { Kind } from '../../webhooks/receiver.ts'
import { email } from './email/email.ts'
import type { EndpointKind } from './kind.ts'
import { slack } from './slack/slack.ts'
import { webhook } from './webhook/webhook.ts'

export const KIND_OF: Readonly<Record<Kind, EndpointKind>> = { webhook, slack, email }
