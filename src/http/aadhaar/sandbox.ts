import { createHmac, randomBytes } from 'node:crypto'
import type { AadhaarGateway, Started } from './gateway.ts'

/** UUIDs of random bits (RFC 9562, 5.4), as the government's gateway gives them: version 4, variant 2. */
const VERSION = 0x40
const VARIANT = 0x80

/**
 * A gateway to try things out with: it sends nothing, and answers at once as if it had. A number has the same
 * transaction and mobile number every time, made by HMAC with a key of its own that ends with the gateway:
 * nothing leads back to the number.
 */
export class SandboxGateway implements AadhaarGateway {
  readonly #key = randomBytes(32)

  async start(aadhaarNumber: string): Promise<Started> {
    const mobile = this.#derive('mobile', aadhaarNumber).readUInt32BE() % 10_000
    return {
      txn_id: uuidOf(this.#derive('transaction', aadhaarNumber)),
      hint: `OTP sent to mobile number ending ******${String(mobile).padStart(4, '0')}`,
    }
  }

  #derive(use: string, aadhaarNumber: string): Buffer {
    return createHmac('sha256', this.#key).update(`${use} ${aadhaarNumber}`).digest()
  }
}

/** The first 16 bytes of random ones as a UUID. */
function uuidOf(random: Buffer): string {
  const bytes = Buffer.from(random.subarray(0, 16))
  bytes[6] = (bytes[6]! & 0x0f) | VERSION
  bytes[8] = (bytes[8]! & 0x3f) | VARIANT
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
