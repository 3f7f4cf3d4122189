/** Public keys as `ssh-keygen` wrote them. The private keys were not kept. */
export const ADA_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKfguZ/+dCPPfftsqFBgtR5rjvGSv2v3FgzMUdJNHPwg ada@example.org';
export const BOB_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFXESrfI6ZWblIz+k15J36TOl46uV6awi6sTgV544vCI bob';

/** One key of each type that `ssh-keygen` creates without a security key. */
export const GENERATED_KEYS = [
  ADA_KEY,
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBD4FoYcvAbAsxabNuHNqIWWrR7UGPUUZIKbAclBEHnumGns73jPrtgRQIOfOITmHdyuFo5VdQ5G0jY4W/+cPS9Y= ada@example.org',
  'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBCHedX3SE+w/gWta0HyYl5KDPa0pcbUstWaNO0g3sXoOAzvSwCAK2B4gffwjTuAnIS3lOTtSqVoHOyyitT9Wy5OH8rdB2cQn0GTaX0Uh0dWPeY4XgqOkodjSniYgOPdO8A== ada@example.org',
  'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAH7t84Fqj+Bw06qVYd719Y4obq7SWMWPq41m5EOxmWq/RbHQmSU+NOGVfLABySxM0XP0e5oIIu6RSazyylFchbeGgCoY230dLrTiiTU01VYpDmp/I8vl8dUaKW579c4OV4mYmEqhr5hjmu8mRJkCga1hDbdHFUEdOcRFJKBNEUrSI9dSw== ada@example.org',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCOh/4t+R9Ex8kUgF0cjAwPMLmK/FuyOejeSuJFHzhMmdLwSyu7Y6Lqo8GRPbywSFFUBYSEWUCclvSN0+n75aY4p4581PwmcMtBXj6u4busk7BmgAO5t+wc1BQsuZDB0LtLulttCYC3lp/IP4O7eeVZX76G09QogYti8ERss44kAsiiAfaBJLqGYAtGN0fAggOLoKZtKtb66gD3XRrlPj0SHdfvhuXwbF4AH6bpevDm+RA2OYBwzwnN3bUUV9UVJQJrrCA8+9SUlcjv7jkd45hwZAtq5SmQzHqsXsisrjYPwa1HAGPMVie5wb9GB8PR7sN58/k7wIpcAC6AfZxx/TDR ada@example.org',
];
