/** Paths of Glance's API reference (2.0 to 2.17) that are not simulated. */
export const GLANCE_UNPLAYED =
  /^(\w+ \/v2\/(cache|discovery|info|metadefs|schemas|stores|tasks|images\/[^/]+\/(actions|file|import|locations|members|reactivate|stage|tags|tasks))(\/|$)|(POST|PATCH|PUT|DELETE) \/v2\/images(\/|$))/;
