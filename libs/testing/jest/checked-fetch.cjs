/**
 * Has every `fetch` of a test, and with them those of the public client, hold the answers of specified operations to the
 * client's own schemas. The check is loaded when it is first needed.
 */
if (!globalThis.fetch.unchecked) {
  const unchecked = globalThis.fetch;
  globalThis.fetch = Object.assign(
    async (input, init) => {
      const response = await unchecked(input, init);
      const url = new URL(input instanceof Request ? input.url : String(input));
      if (url.hostname !== '127.0.0.1' || !url.pathname.startsWith('/v1/')) return response;
      const { checkAnswer } = require('../src/api/checked-fetch');
      await checkAnswer(init?.method ?? (input instanceof Request ? input.method : 'GET'), url, response);
      return response;
    },
    { unchecked },
  );
}
