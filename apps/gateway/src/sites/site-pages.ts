import { createHash } from 'node:crypto';
import { firstScript, playerHosts } from '@bindery/contracts';
import type { FastifyReply } from 'fastify';
import { noticePage, noticeStyle } from './notice-page';
import { sendText } from './compression';
import type { KeptAnswer } from './site-cache';

const advice: Record<number, string> = {
  403: 'Sign in where you found the link to this site, and follow it from there.',
  404: 'The address may be mistyped, or a link to share the site may be cut short or withdrawn. Ask for the whole link where you got it.',
  429: 'Too many addresses were tried from your network. Wait a minute, then load the page again.',
};

/** The content security policy of sites: files of the site itself, images and media from anywhere, and players of some hosts. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  `script-src 'self' 'sha256-${createHash('sha256').update(firstScript).digest('base64')}'`,
  "connect-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  `frame-src 'self' ${playerHosts.map((host) => `https://${host}`).join(' ')}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends an answer of a site, or 304 when the browser has it. */
export async function sendAnswer(
  reply: FastifyReply,
  answer: KeptAnswer,
  asked: { acceptEncoding?: string | undefined; tag?: string | undefined },
): Promise<void> {
  const { status, contentType, location, immutable, tag } = answer;
  void reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'accept-encoding, cookie',
  });
  if (location !== undefined) return void reply.status(status).header('location', location).send();
  // Weak, because all encodings of an answer have it (RFC 9110, section 8.8.3.3).
  if (tag) void reply.header('etag', `W/"${tag}"`);
  if (status === 200 && tag && asked.tag?.includes(`"${tag}"`)) return void reply.status(304).send();
  void reply.status(status).header('content-type', contentType);
  await sendText(reply, answer.text, asked.acceptEncoding);
}

/** Sends a failure as a page without any details. */
export function sendFailure(reply: FastifyReply, status: number, message: string): void {
  sendNotice(reply, status, message, advice[status] ?? 'Load the page again in a moment.');
}

/** Sends a page with its own style, the only one that its policy permits. */
export function sendNotice(reply: FastifyReply, status: number, title: string, text: string): void {
  void reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.replace("style-src 'self'", `style-src ${noticeStyle}`),
      'cache-control': 'no-store',
    })
    .send(noticePage(title, text));
}
