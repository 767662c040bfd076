/** axios-auth-refresh as its readme shows it: one request interceptor, one refresh function. */
import axios from 'axios';
import { createAuthRefresh } from 'axios-auth-refresh';

function createClient(base, expiredToken, options) {
  let token = expiredToken;
  // The fetch adapter, so that all candidates share one transport.
  const client = axios.create({ baseURL: base, adapter: 'fetch' });
  client.interceptors.request.use((request) => {
    request.headers['Authorization'] = `Bearer ${token}`;
    return request;
  });
  const refresh = async (failedRequest) => {
    const answer = await axios.post(
      `${base}/api-user/oauth2/token`,
      new URLSearchParams({ grant_type: 'refresh_token' }),
      {
        adapter: 'fetch',
      },
    );
    token = answer.data.access_token;
    failedRequest.response.config.headers['Authorization'] = `Bearer ${token}`;
  };
  createAuthRefresh(client, refresh, options);
  return { get: async (path) => (await client.get(path)).data };
}

export const withDefaults = (base, expiredToken) => createClient(base, expiredToken, {});
export const withoutDeduplication = (base, expiredToken) =>
  createClient(base, expiredToken, { deduplicateRefresh: false });
