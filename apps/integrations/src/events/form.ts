import { randomUUID } from 'node:crypto';

const file = '; filename="body"\r\nContent-Type: application/octet-stream';

/** A form of `multipart/form-data` (RFC 7578), in the form that scripts read. */
interface Form {
  contentType: string;
  body: Buffer;
}

/** A form with each part as JSON; a text is JSON already, and bytes are a file. The names of parts are our own. */
export function formOf(parts: Record<string, object | string>): Form {
  const boundary = `bindery-${randomUUID()}`;
  const written = Object.entries(parts).flatMap(([name, value]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${Buffer.isBuffer(value) ? file : ''}\r\n\r\n`,
    ),
    Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
