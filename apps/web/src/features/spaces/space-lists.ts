/** The operations whose answers hold where spaces lie, and which there are. */
export const spaceLists = [
  'getSpaceById',
  'listSpacesInOrganizationById',
  'listSpacesInCollectionById',
  'listCollectionsInOrganizationById',
] as const;
