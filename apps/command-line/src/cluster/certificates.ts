import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';

/** Days. */
const LIFE = 3_650;
const DAY = 24 * 60 * 60 * 1_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The certificate and key of a server and the authority for its clients, as PEM; named as in Secrets of the type `kubernetes.io/tls`. */
export interface Certificates {
  'tls.crt': string;
  'tls.key': string;
  'ca.crt': string;
}

/**
 * A certificate for these DNS names, good for servers and, as members of a cluster are both, for clients (RFC 5280), with an authority
 * of its own, whose key is not stored, so that it can issue no other certificate.
 */
export async function serverCertificates(names: readonly string[]): Promise<Certificates> {
  // Loaded late: it takes longer than all else that a command needs.
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const [authorityKeys, keys] = await Promise.all([generateKeys(), generateKeys()]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(),
    name: 'CN=Bindery authority',
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(),
    subject: `CN=${names[0]}`,
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    'tls.crt': certificate.toString('pem'),
    'tls.key': x509.PemConverter.encode(key, 'PRIVATE KEY'),
    'ca.crt': authority.toString('pem'),
  };
}

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const validity = () => ({
  // A number of its own for each, positive and of at most 20 bytes (RFC 5280, section 4.1.2.2).
  serialNumber: `01${randomBytes(15).toString('hex')}`,
  // Clocks differ.
  notBefore: new Date(Date.now() - DAY),
  notAfter: new Date(Date.now() + LIFE * DAY),
});
