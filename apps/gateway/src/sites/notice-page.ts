import { createHash } from 'node:crypto';
import { html, Html } from '@bindery/html';

/** A notice may belong to no site whose look it could use: its style is in the page, and the policy permits only this text. */
const style = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;font:1rem/1.6 system-ui,sans-serif;color:light-dark(#1b1f24,#e6e9ee);background:light-dark(#f5f7f9,#15181d);overflow-wrap:break-word}
main{width:100%;max-width:30rem;padding:2rem;border:1px solid light-dark(#d8dee4,#363c45);border-radius:.6rem;background:light-dark(#fff,#1e232a)}
h1{margin:0 0 .6rem;font-size:1.5rem;line-height:1.25}p{margin:0;color:light-dark(#57606a,#a4adb8)}`;

/** The hash of this style for a Content-Security-Policy. */
export const noticeStyle = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** A page with a single message, such as a failure. */
export function noticePage(title: string, text: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`.markup;
}
