/** What a terminal shows for a sign-in on another device (RFC 8628 §3.2). Times in seconds. */
export type DeviceLogin = {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string | undefined;
  expiresIn: number;
  interval: number;
};
