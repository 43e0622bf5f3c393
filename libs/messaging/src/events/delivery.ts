import type { JsMsg } from 'nats';
import { MalformedMessage } from '../wire/malformed';

/** The stream's information on a delivery; undefined for a message that did not come through a stream. */
export function deliveryOf(message: JsMsg): JsMsg['info'] | undefined {
  try {
    return message.info;
  } catch {
    return undefined;
  }
}

/** The client parses headers on first access, and throws where they are malformed. */
export function headersOf(message: JsMsg): JsMsg['headers'] {
  try {
    return message.headers;
  } catch {
    throw new MalformedMessage('event', 'its headers cannot be read');
  }
}
