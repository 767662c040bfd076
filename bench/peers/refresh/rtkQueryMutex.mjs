/** RTK Query with async-mutex as its documentation shows it ("Preventing multiple unauthorized errors"). */
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
import { Mutex } from 'async-mutex';

export function createClient(base, expiredToken) {
  let token = expiredToken;
  const mutex = new Mutex();
  const baseQuery = fetchBaseQuery({
    baseUrl: base,
    prepareHeaders: (headers) => headers.set('authorization', `Bearer ${token}`),
  });
  const baseQueryWithReauth = async (args, api, extraOptions) => {
    await mutex.waitForUnlock();
    let result = await baseQuery(args, api, extraOptions);
    if (result.error && result.error.status === 401) {
      if (!mutex.isLocked()) {
        const release = await mutex.acquire();
        try {
          const body = new URLSearchParams({ grant_type: 'refresh_token' });
          const refreshed = await baseQuery({ url: '/api-user/oauth2/token', method: 'POST', body }, api, extraOptions);
          if (refreshed.data) {
            token = refreshed.data.access_token;
            result = await baseQuery(args, api, extraOptions);
          }
        } finally {
          release();
        }
      } else {
        await mutex.waitForUnlock();
        result = await baseQuery(args, api, extraOptions);
      }
    }
    return result;
  };
  const api = createApi({
    baseQuery: baseQueryWithReauth,
    endpoints: (build) => ({ get: build.query({ query: (path) => path }) }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    // The development checks measure themselves, not the library.
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  return {
    get: async (path) => {
      const subscription = store.dispatch(api.endpoints.get.initiate(path, { forceRefetch: true }));
      try {
        return await subscription.unwrap();
      } finally {
        subscription.unsubscribe();
      }
    },
  };
}
