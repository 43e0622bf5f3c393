import { integration } from '../integration.mjs';

export default integration({
  fetch_published_script: (_event, { environment }) => {
    const { line } = environment.siteInstallation.configuration;
    return new Response(`console.log(${JSON.stringify(line)});`, {
      headers: { 'content-type': 'application/javascript', 'cache-control': 'max-age=60' },
    });
  },
  site_view: ({ url, visitor }) => console.log(`${url} was seen by ${visitor.anonymousId}`),
});
