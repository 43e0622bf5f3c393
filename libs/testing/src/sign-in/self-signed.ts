import { generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto';

export interface SigningKey {
  privateKey: KeyObject;
  /** PEM. */
  certificate: string;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);

/** sha256WithRSAEncryption and ecdsa-with-SHA256 (RFC 4055, RFC 5758). */
const algorithms = {
  rsa: sequence(oid('2a864886f70d01010b'), der(0x05)),
  ec: sequence(oid('2a8648ce3d040302')),
};

/** A key with a self-signed X.509 certificate (RFC 5280), as identity providers make them. */
export function selfSigned(
  kind: { rsa: number } | { curve: string } = { rsa: 2048 },
  commonName = 'Provider',
): SigningKey {
  const { privateKey, publicKey } =
    'rsa' in kind
      ? generateKeyPairSync('rsa', { modulusLength: kind.rsa })
      : generateKeyPairSync('ec', { namedCurve: kind.curve });
  const algorithm = algorithms['rsa' in kind ? 'rsa' : 'ec'];
  const name = sequence(der(0x31, sequence(oid('550403'), utf8(commonName))));
  const validity = sequence(time(new Date(Date.now() - 86_400_000)), time(new Date(Date.now() + 86_400_000)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  return { privateKey, certificate: new X509Certificate(certificate).toString() };
}
