/** Names for secrets: what is kept of an API code or a checksum. */
import { createHash } from 'node:crypto';

/** A name from which the secret cannot be told. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');
