/** Headers that CloudFront adds to each call: a key that only CloudFront and Paddock know, and the viewer's address. */
export const EDGE_KEY_HEADER = 'x-paddock-edge-key';
export const VIEWER_HEADER = 'x-paddock-viewer-address';
