import { composed, type Integration, type Organization, type Principal } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { signedUrl } from '@bindery/storage';
import { endpointsAt, type Addresses } from './addresses';
import type { IntegrationEntity, StoredImage } from './integration.entity';
import { integrationPermissions } from './integration.policy';

/** Addresses of images never change, so that clients can cache them. */
const never = new Date('2100-01-01T00:00:00Z');

/** Separate from the files of spaces, which belong to another service. */
export const imageKey = (organization: string, { hash }: StoredImage): string => `images/${organization}/${hash}`;

/** An integration as the caller sees it. The gateway adds the owner. */
export function presentIntegration(
  integration: IntegrationEntity,
  principal: Principal,
  { publicUrl, endpointsUrl, secret }: Addresses,
): Integration {
  const { name, organizationId, manifest, images, description, summary, rowVersion } = integration;
  const location = `${publicUrl}/v1/integrations/${name}`;
  const url = (image: StoredImage) => {
    const grant = { method: 'GET' as const, key: imageKey(organizationId, image), expiresAt: never };
    return signedUrl(publicUrl, { ...grant, contentType: image.contentType }, secret);
  };
  const presented: Integration = {
    object: 'integration',
    name,
    version: integration.version,
    title: integration.title,
    ...(description && { description }),
    ...(summary && { summary }),
    previewImages: images.previews.map(url),
    target: integration.target,
    // A self-hosted platform verifies no integrations.
    verified: false,
    visibility: integration.visibility,
    scopes: integration.scopes,
    categories: integration.categories,
    ...manifest,
    owner: composed<Organization>(organizationId),
    urls: {
      location,
      ...(images.icon && { icon: url(images.icon) }),
      app: `${publicUrl}/app/integrations/${name}`,
      assets: `${publicUrl}/integrations/${name}/assets`,
      ...endpointsAt(`${endpointsUrl}/integrations/${name}`),
    },
    permissions: integrationPermissions(principal, integration),
  };
  return withVersion(presented, rowVersion);
}
