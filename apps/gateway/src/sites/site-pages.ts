import type { FastifyReply } from 'fastify';
import { html } from '@bindery/html';
import type { KeptAnswer } from './site-cache';

/** What pages of sites may load: nothing but what the site serves, and pictures from anywhere. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' https: data:; media-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends an answer of a site, or says that the browser has it. */
export function sendAnswer(reply: FastifyReply, answer: KeptAnswer, asked: { packed: boolean; tag?: string }): void {
  const { status, contentType, location, immutable, tag, body, packed } = answer;
  void reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'accept-encoding, cookie',
  });
  if (location !== undefined) return void reply.status(status).header('location', location).send();
  if (tag) void reply.header('etag', `"${tag}"`);
  if (status === 200 && tag && asked.tag?.includes(`"${tag}"`)) return void reply.status(304).send();
  void reply.status(status).header('content-type', contentType);
  if (asked.packed && packed) void reply.header('content-encoding', 'gzip').send(packed);
  else void reply.send(body);
}

/** A failure as a page; it tells nothing of what there may be. */
export function sendFailure(reply: FastifyReply, status: number, message: string): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${message}</title>
      </head>
      <body>
        <main>
          <h1>${message}</h1>
        </main>
      </body>
    </html>`;
  void reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .send(page.markup);
}
