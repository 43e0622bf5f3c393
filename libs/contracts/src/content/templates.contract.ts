import { contract, post } from '../core/endpoint';
import { ApplyTemplate } from './templates.dto';

export const templates = contract('content', 'Space content', {
  applyTemplateToSpace: post('/spaces/:spaceId/content/template', {
    summary: 'Add the pages of a template to a space',
    body: ApplyTemplate,
    status: 201,
    errors: [409],
  }),
});
