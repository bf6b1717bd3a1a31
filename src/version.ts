/** Version of this package; part of every answer's model_version. A test holds it to package.json. */
export const MEDLINK_VERSION = '0.5.0'
