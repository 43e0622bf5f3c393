import type { JsMsg } from 'nats';

/** The stream's information on a delivery; undefined for a message that did not come through a stream. */
export function deliveryOf(message: JsMsg): JsMsg['info'] | undefined {
  try {
    return message.info;
  } catch {
    return undefined;
  }
}
