/**
 * Loaded by programs that tests start: writes each answer that `fetch` got, as a line of JSON, to the file that
 * `BINDERY_RECORDED_ANSWERS` names.
 */
const { appendFileSync } = require('node:fs');

const plain = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await plain(input, init);
  const isRequest = input instanceof Request;
  const answer = {
    method: init?.method ?? (isRequest ? input.method : 'GET'),
    url: isRequest ? input.url : String(input),
    status: response.status,
    type: response.headers.get('content-type'),
    text: response.headers.get('content-type')?.startsWith('application/json') ? await response.clone().text() : null,
  };
  appendFileSync(process.env.BINDERY_RECORDED_ANSWERS, `${JSON.stringify(answer)}\n`);
  return response;
};
