import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, Html } from '@bindery/html';

/** Seconds until the next request for a file in production. */
const again = 2;

/** The page belongs to no site whose look it could use: its style is in it, and the policy permits only this text. */
const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;box-sizing:border-box;text-align:center;font:1rem/1.6 system-ui,sans-serif;color:light-dark(#1c2026,#e7eaef);background:light-dark(#fff,#15171c)}
h1{margin:0 0 .5rem;font-size:1.4rem}p{margin:0;color:light-dark(#565e6a,#a5adb9)}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="refresh" content="${again}" />
      <title>Making the PDF…</title>
      ${new Html(`<style>${style}</style>`)}
    </head>
    <body>
      <main>
        <h1>Making the PDF…</h1>
        <p>It is downloaded here as soon as it is there.</p>
      </main>
    </body>
  </html>`.markup;

/** 202: programs get the time of the next request, and browsers reload the page themselves. */
export function sendWaiting({ headers }: FastifyRequest, reply: FastifyReply): void {
  void reply.status(202).headers({ 'retry-after': String(again), 'cache-control': 'no-store', vary: 'accept' });
  if (!headers.accept?.includes('text/html')) return void reply.send();
  void reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).send(page);
}
