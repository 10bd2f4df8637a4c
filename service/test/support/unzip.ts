import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive. Sizes and checksums of its index must hold. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive does not end')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((place) => bytes.readUInt32LE(at + place))
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('ascii', at + 46, at + 46 + nameBytes)
    const from = bytes.readUInt32LE(at + 42)
    const begin = from + 30 + bytes.readUInt16LE(from + 26)
    const content = inflateRawSync(bytes.subarray(begin, begin + (packed ?? 0)))
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, content)
    at += 46 + nameBytes
  }
  return files
}
