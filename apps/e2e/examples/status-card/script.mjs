import { integration } from '../integration.mjs';

/** A paragraph of a document. */
const paragraph = (text) => ({
  ...{ object: 'block', type: 'paragraph', isVoid: false, data: {} },
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

const card = ({ props, state }) => ({
  type: 'element',
  props,
  state,
  element: {
    type: 'block',
    children: [
      {
        ...{ type: 'card', title: props.service ?? 'Unknown service' },
        hint: `Looked at ${state.looks} times`,
        buttons: [{ type: 'button', label: 'Look again', onPress: { action: 'look' } }],
      },
    ],
  },
});

const settings = {
  ...{ type: 'element', props: {}, state: {} },
  element: {
    type: 'configuration',
    children: [{ type: 'input', label: 'Service', element: { type: 'textinput', state: 'service' } }],
  },
};

/** The properties and the state that an action leaves. */
function after({ props, state = { looks: 0 }, action }) {
  if (action?.action === '@link.unfurl') return { props: { ...props, service: new URL(action.url).hostname }, state };
  if (action?.action === 'look') return { props, state: { looks: state.looks + 1 } };
  return { props, state };
}

export default integration({
  ui_render: (event) => {
    if (event.componentId === 'settings' && event.action?.action === 'save')
      return Response.json({ type: 'complete', returnValue: { saved: true } });
    if (event.componentId === 'settings') return Response.json(settings);
    if (event.componentId !== 'status') return new Response('There is no such component', { status: 404 });
    const headers = event.action ? {} : { 'cache-control': 'max-age=300' };
    return Response.json(card(after(event)), { headers });
  },
  content_compute_revision: ({ sourceId }) =>
    Response.json({ pages: [{ id: sourceId, type: 'document', title: 'Changelog', slug: 'changelog' }], files: [] }),
  content_compute_document: ({ props }) =>
    Response.json({
      document: { object: 'document', data: { schemaVersion: 8 }, nodes: [paragraph(`Changes of ${props.of}`)] },
    }),
});
