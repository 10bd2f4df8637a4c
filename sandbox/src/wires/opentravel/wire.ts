import type { WireAnswer, WireFactory, WireRequest } from '../wire.ts'
import { hotelCodesOf } from './ask.ts'
import { avail } from './avail.ts'
import { describe } from './describe.ts'
import { errors } from './errors.ts'
import { at, type Node, readXml } from './read-xml.ts'
import { search } from './search.ts'
import { checkRequestor, createTokenCheck } from './security.ts'
import { type Chain, chainOf } from './source.ts'
import { type Markup, xml } from './write-xml.ts'

const OTA = 'http://www.opentravel.org/OTA/2003/05'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'

const MESSAGES: Readonly<Record<string, { version: string; answer: (ask: Node, chain: Chain) => Markup[] }>> =
  {
    OTA_HotelAvailRQ: { version: '7.000', answer: avail },
    OTA_HotelSearchRQ: { version: '4.000', answer: search },
    OTA_HotelDescriptiveInfoRQ: { version: '9.000', answer: describe },
  }

/** A chain that speaks OpenTravel 2017B. The standard names no path, so every path is the endpoint. */
export const createOpenTravelWire: WireFactory = (source, world) => {
  const chain = chainOf(source, world)
  const read = createReader()
  const answer = chain.soap ? soapAnswer(chain, read) : plainAnswer(chain, read)
  return {
    codes(request) {
      const root = read(request)
      const message = chain.soap ? at(root, 'Body', 'OTA_HotelAvailRQ') : root
      return message?.name === 'OTA_HotelAvailRQ' ? hotelCodesOf(message) : []
    },
    answer: (request) =>
      request.method === 'POST' ? answer(request) : { status: 405, headers: { allow: 'POST' }, body: '' },
  }
}

type Read = (request: WireRequest) => Node | undefined

/** Reads a request once, though `codes` and `answer` both need it. */
function createReader(): Read {
  const known = new WeakMap<WireRequest, Node | undefined>()
  return (request) => {
    if (!known.has(request)) known.set(request, readXml(request.body))
    return known.get(request)
  }
}

function plainAnswer(chain: Chain, read: Read): (request: WireRequest) => WireAnswer {
  return (request) => {
    const message = read(request)
    const known = message && MESSAGES[message.name]
    if (!message || !known)
      return document(200, unreadable(message === undefined ? 'Malformed' : 'UnrecognizedRoot'))
    const complaint = checkRequestor(message, chain)
    return document(200, response(message, complaint ? [errors(complaint)] : known.answer(message, chain)))
  }
}

/** The answer to what is not even a message that this server knows. */
function unreadable(code: string): Markup {
  return xml('OTA_ErrorRS', { xmlns: OTA, Version: '3.000', Status: 'NotProcessed', ErrorCode: code })
}

function soapAnswer(chain: Chain, read: Read): (request: WireRequest) => WireAnswer {
  const check = createTokenCheck(chain)
  return (request) => {
    const envelope = read(request)
    const message = envelope?.name === 'Envelope' ? at(envelope, 'Body')?.children[0] : undefined
    const known = message && MESSAGES[message.name]
    if (!envelope || !message || !known) return fault('soap:Client', 'Not an OpenTravel message')
    const refusal = check(envelope)
    if (refusal) return fault(refusal.code, refusal.text)
    return document(200, sealed(response(message, known.answer(message, chain))))
  }
}

function response(message: Node, content: Markup[]): Markup {
  const { EchoToken, SearchCacheLevel } = message.attributes
  return xml(
    message.name.replace(/RQ$/, 'RS'),
    { xmlns: OTA, EchoToken, Version: MESSAGES[message.name]?.version, SearchCacheLevel },
    content,
  )
}

function sealed(payload: Markup): Markup {
  return xml('soap:Envelope', { 'xmlns:soap': SOAP }, xml('soap:Body', {}, payload))
}

function fault(code: string, text: string): WireAnswer {
  const content = [xml('faultcode', {}, code), xml('faultstring', {}, text)]
  return document(500, sealed(xml('soap:Fault', { 'xmlns:wsse': WSSE }, content)))
}

function document(status: number, root: Markup): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>${root.markup}`,
  }
}
