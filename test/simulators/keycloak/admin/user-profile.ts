import { ProfileError, type ProfileFault } from './admin-error.ts';

const [SHORTEST, LONGEST] = [3, 255];
const PROHIBITED = /[<>&"\s\p{Cc}$%!#?§;*~/\\|^={}()[\]]/u;

/** Checks names and addresses by the user profile of a new realm. @throws ProfileError */
export function checkProfile({ username, email }: { username?: string | undefined; email?: string | undefined }): void {
  const faults: ProfileFault[] = [
    ...(username !== undefined && (username.length < SHORTEST || username.length > LONGEST)
      ? [{ field: 'username', errorMessage: 'error-invalid-length', params: ['username', SHORTEST, LONGEST] }]
      : []),
    ...(username !== undefined && PROHIBITED.test(username)
      ? [{ field: 'username', errorMessage: 'error-username-invalid-character', params: ['username'] }]
      : []),
    ...(email && !/^[^\s@]+@[^\s@]+$/.test(email)
      ? [{ field: 'email', errorMessage: 'error-invalid-email', params: ['email', email] }]
      : []),
  ];
  if (faults.length > 0) throw new ProfileError(faults);
}
