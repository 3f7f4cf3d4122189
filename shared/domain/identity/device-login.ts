/** What a terminal shows of a sign-in elsewhere. RFC 8628 §3.2; seconds. */
export type DeviceLogin = {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string | undefined;
  expiresIn: number;
  interval: number;
};
