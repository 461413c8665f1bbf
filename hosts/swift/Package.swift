// swift-tools-version:5.7
import PackageDescription

let package = Package(
    name: "Cardwright",
    products: [.library(name: "Cardwright", targets: ["Cardwright"])],
    targets: [
        // The C library as installed by `crates/capi/install`; its pkg-config file gives the paths of the header and
        // the library.
        .systemLibrary(name: "CCardwright", pkgConfig: "cardwright"),
        .target(name: "Cardwright", dependencies: ["CCardwright"]),
        .executableTarget(name: "Play", dependencies: ["Cardwright"]),
    ]
)
