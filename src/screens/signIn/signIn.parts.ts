/** What the sign-in form needs only once it is submitted. Asked for again after a failure. */
export const loadSchema = () => import(/* webpackChunkName: "sign-in-schema" */ './signIn.schema');
