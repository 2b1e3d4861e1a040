import Foundation
import SAML2

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
